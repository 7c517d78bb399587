// Signs in the way the full page does, then puts the chat on the page.
const server = new URL("..", document.currentScript.src).origin;

document.getElementById("snippet").textContent = `<script src="${server}/copilot/index.js"><\/script>
<script>
  fetch("${server}/auth/header", { method: "POST", credentials: "include" }).then(() =>
    window.mountChainlitWidget({
      chainlitServer: "${server}",
      customCssUrl: "${server}/public/cicerone.css",
    })
  );
<\/script>`;

async function mount() {
  await fetch(`${server}/auth/header`, { method: "POST", credentials: "include" });
  window.mountChainlitWidget({
    chainlitServer: server,
    customCssUrl: `${server}/public/cicerone.css`,
    button: { imageUrl: `${server}/favicon` },
  });
}

document.getElementById("open").addEventListener("click", () => {
  if (window.toggleChainlitCopilot) window.toggleChainlitCopilot();
});

mount();
