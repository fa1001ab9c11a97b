import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface FormDialogProps {
  /** The title above the form. */
  readonly title: string
  readonly onClose: () => void
  /** Renders the form; the argument closes the dialog. */
  readonly children: (close: () => void) => ComponentChildren
}

/**
 * A form in a modal dialog; Escape closes it and restores the focus.
 *
 * @example <FormDialog title="New issue" onClose={hide}>{(close) => <IssueForm onSent={close} />}</FormDialog>
 */
export function FormDialog({ title, onClose, children }: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="form-dialog" aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children(() => dialog.current?.close())}
    </dialog>
  )
}

/**
 * A button that opens a form with the same title.
 *
 * @example <FormButton title="Edit">{(close) => <IssueForm onSent={close} />}</FormButton>
 */
export function FormButton({ title, children }: Omit<FormDialogProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {title}
      </button>
      {isOpen && (
        <FormDialog title={title} onClose={() => setOpen(false)}>
          {children}
        </FormDialog>
      )}
    </>
  )
}
