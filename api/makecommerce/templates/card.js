// The buttons of the simulator's card form, which stands in a frame of the shop's page.
const form = document.querySelector("form");
const status = document.querySelector("[role=status]");
const query = new URLSearchParams(location.search);

for (const [name, id] of [["title", "recurring-title"], ["description", "recurring-text"]]) {
  document.getElementById(id).textContent = query.get(name) ?? "";
}
const consent = document.getElementById("consent");
const consentRow = document.getElementById("consent-row");
if (query.get("recurring") === "true") {
  consentRow.hidden = false;
  document.getElementById("consent-text").textContent = query.get("confirmation") || "Nõustun korduva maksega";
}

const tell = (message) => parent.postMessage({ from: "heliriiul-sandbox-card", ...message }, location.origin);

const act = async (action) => {
  try {
    const answer = await fetch(location.pathname, { method: "POST", body: new URLSearchParams({ action }) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
};

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const action = event.submitter.value;
  if (action !== "cancel" && !consentRow.hidden && !consent.checked) {
    status.textContent = "Palun kinnita nõusolek korduvaks makseks.";
    consent.focus();
    return;
  }
  status.textContent = "";
  // A second click while the first is under way would show the card twice.
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  const result = await act(action);
  for (const button of form.querySelectorAll("button")) button.disabled = false;
  if (!result) status.textContent = "Pank ei vasta. Proovi uuesti või katkesta.";
  else if (result.redirect) tell({ kind: "redirect", address: result.redirect });
  else if (action === "cancel") tell({ kind: "cancelled" });
  else if (result.declined) status.textContent = "Pank keeldus kaardist. Proovi uuesti või katkesta.";
  else tell({ kind: "completed", paymentToken: result.paymentToken, json: result.return.json, mac: result.return.mac });
});
