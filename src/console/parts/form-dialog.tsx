import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

interface FormDialogProps {
  /** What stands on the button, and above the form. */
  readonly title: string
  readonly icon?: IconName
  readonly isFirst?: boolean
  /** The form; it is made when the dialog is opened, and given what closes that. */
  readonly children: (close: () => void) => ComponentChildren
}

/**
 * A button that opens a form; Escape closes it, and the button has the keyboard again.
 *
 * @example <FormDialog title="New issue">{(close) => <IssueForm onSent={close} />}</FormDialog>
 */
export function FormDialog({ title, icon, isFirst = false, children }: FormDialogProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class={isFirst ? 'is-first' : ''} onClick={() => setOpen(true)}>
        {icon && <Icon name={icon} />}
        {title}
      </button>
      {isOpen && (
        <OpenDialog title={title} onClose={() => setOpen(false)}>
          {children}
        </OpenDialog>
      )}
    </>
  )
}

interface OpenDialogProps extends Pick<FormDialogProps, 'title' | 'children'> {
  readonly onClose: () => void
}

function OpenDialog({ title, children, onClose }: OpenDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="form-dialog" aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children(() => dialog.current?.close())}
    </dialog>
  )
}
