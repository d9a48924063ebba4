import { Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { operatorStrings as text } from "#app/et/operator/common.ts";

export function CopyButton({ content }: { content: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(content);
      toast(text.copied, { kind: "success" });
    } catch {
      toast(text.copyFailed, { kind: "danger" });
    }
  };
  return <Button onClick={copy}>{text.copy}</Button>;
}
