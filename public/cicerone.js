// Runs before the page draws: the system's light or dark is our default, and the welcome screen
// says what this graph knows.
(() => {
  const key = "vite-ui-theme";
  try {
    if (!localStorage.getItem(key)) localStorage.setItem(key, "system");
  } catch {
    // Without storage the page keeps its own default.
  }

  let greeting = null;
  let asking = false;

  async function fetchGreeting() {
    asking = true;
    try {
      const reply = await fetch("/greeting", { credentials: "same-origin" });
      if (reply.ok) greeting = (await reply.json()).greeting;
    } catch {
      // The welcome screen is fine without it.
    } finally {
      asking = false;
    }
  }

  async function greet() {
    const logo = document.querySelector("#welcome-screen img.logo");
    if (!logo || document.getElementById("cicerone-greeting")) return;
    if (greeting === null) {
      if (!asking) await fetchGreeting();
      if (greeting === null) return;
      return greet();
    }
    const line = document.createElement("p");
    line.id = "cicerone-greeting";
    line.textContent = greeting;
    logo.after(line);
  }

  new MutationObserver(greet).observe(document, { childList: true, subtree: true });
})();
