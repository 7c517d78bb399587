// Our own pages are as light or dark as the chat: Chainlit keeps the choice in the browser.
(() => {
  let chosen = "system";
  try {
    chosen = localStorage.getItem("vite-ui-theme") ?? chosen;
  } catch {
    // Without storage the system decides.
  }
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => document.documentElement.classList.toggle("dark", chosen === "dark" || (chosen === "system" && system.matches));
  system.addEventListener("change", show);
  show();
})();
