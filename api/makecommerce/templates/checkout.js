// The simulator's card dialog, with the interface of the provider's script: Maksekeskus.Checkout.initialize(options)
// and .open(), or the same options as data attributes of the script's element.
(() => {
  const own = document.currentScript;
  let options = {};
  let dialog = null;

  const say = (name, payload) => {
    const heard = typeof name === "function" ? name : window[name];
    if (typeof heard === "function") heard(payload);
  };

  const close = () => {
    dialog?.close();
    dialog?.remove();
    dialog = null;
  };

  const cancel = () => {
    close();
    say(options.cancelled, { transaction: options.transaction });
  };

  const heard = (event) => {
    const message = event.data;
    if (event.origin !== location.origin || event.source !== dialog?.querySelector("iframe")?.contentWindow) return;
    if (message?.from !== "heliriiul-sandbox-card") return;
    if (message.kind === "completed") {
      close();
      say(options.completed, { paymentToken: message.paymentToken, json: message.json, mac: message.mac });
    } else if (message.kind === "cancelled") {
      cancel();
    } else if (message.kind === "redirect") {
      location.assign(message.address);
    }
  };

  const open = () => {
    if (dialog) return;
    dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", options.name || "Kaardimakse");
    Object.assign(dialog.style, {
      margin: "auto", border: "0", padding: "0", borderRadius: "12px", width: "min(26rem, 94vw)", height: "min(40rem, 92vh)", overflow: "hidden",
    });
    const frame = document.createElement("iframe");
    frame.title = "Kaardimakse vorm";
    const query = new URLSearchParams({
      title: options.recurringTitle ?? "",
      description: options.recurringDescription ?? options.description ?? "",
      confirmation: options.recurringConfirmation ?? "",
      recurring: String(options.recurringRequired ?? false),
    });
    frame.src = `/_sandbox/card/${encodeURIComponent(options.transaction)}?${query}`;
    Object.assign(frame.style, { border: "0", width: "100%", height: "100%", display: "block" });
    dialog.append(frame);
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      cancel();
    });
    if (String(options.backdropClose) === "true") {
      dialog.addEventListener("click", (event) => event.target === dialog && cancel());
    }
    document.body.append(dialog);
    dialog.showModal();
  };

  const initialize = (given) => {
    options = { ...given };
    if (String(options.openOnLoad) === "true") open();
  };

  window.addEventListener("message", heard);
  window.Maksekeskus = { Checkout: { initialize, open } };
  if (own?.dataset.key) initialize(own.dataset);
})();
