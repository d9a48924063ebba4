import { type ReactNode, useRef } from "react";
import { Button, type ButtonLook } from "storefront/kit/button.tsx";

export function FileButton({
  children,
  label,
  accept,
  multiple = false,
  pending = false,
  look,
  icon,
  onFiles,
}: {
  children: ReactNode;
  label: string;
  accept: string;
  multiple?: boolean;
  pending?: boolean;
  onFiles: (files: File[]) => void;
} & Pick<ButtonLook, "look" | "icon">) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} icon={icon} pending={pending} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be chosen again after a failure.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

export function UploadProgress({ share, label }: { share: number; label: string }) {
  return (
    <span className="desk-upload-progress desk-muted">
      <progress
        className="desk-upload-progress__bar"
        aria-label={label}
        // Without a value the bar is indeterminate: the server processes the file.
        value={share < 1 ? share : undefined}
      />
      <span>{label}</span>
    </span>
  );
}
