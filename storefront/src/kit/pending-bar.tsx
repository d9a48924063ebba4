// The thin line at the top while the next screen is being fetched. It waits a moment before showing.

export function PendingBar({ active, label }: { active: boolean; label: string }) {
  return (
    <div className="pending-bar" role="status" data-active={active || undefined}>
      {active && <span className="visually-hidden">{label}</span>}
    </div>
  );
}
