import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface DialogProps {
  readonly title: string;
  /** By Escape, too. Without it, there is no way past the dialog but through it. */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}

/** A question in front of the page, which waits behind it. The browser keeps the focus within. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // A dialog that is taken off the page gives the focus to nobody: the keyboard would begin at the top again.
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const cancel = (event: Event) => {
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onCancel={cancel}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
