// Signs in the way the full page does, then puts the chat on the page.
const server = new URL("..", document.currentScript.src).origin;
// The graph that is asked, where there are several: of this page, ?graph=NAME.
const graph = new URLSearchParams(location.search).get("graph");
const chosen = graph ? { additionalQueryParamsForAPI: { graph } } : {};
const line = graph ? `\n      additionalQueryParamsForAPI: ${JSON.stringify({ graph })},` : "";

document.getElementById("snippet").textContent = `<script src="${server}/copilot/index.js"><\/script>
<script>
  fetch("${server}/auth/header", { method: "POST", credentials: "include" }).then(() =>
    window.mountChainlitWidget({
      chainlitServer: "${server}",
      customCssUrl: "${server}/public/cicerone.css",${line}
    })
  );
<\/script>`;

async function mount() {
  await fetch(`${server}/auth/header`, { method: "POST", credentials: "include" });
  window.mountChainlitWidget({
    chainlitServer: server,
    customCssUrl: `${server}/public/cicerone.css`,
    button: { imageUrl: `${server}/favicon` },
    ...chosen,
  });
}

document.getElementById("open").addEventListener("click", () => {
  if (window.toggleChainlitCopilot) window.toggleChainlitCopilot();
});

mount();
