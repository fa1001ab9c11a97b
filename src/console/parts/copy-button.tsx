import { useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { toastProblem } from './toast.tsx'

interface CopyButtonProps {
  /** The text to copy; a function is called on demand. */
  readonly text: string | (() => string)
  /** The accessible name of the text: "the token of root". */
  readonly label: string
  /** The visible text of the button beside its icon. */
  readonly title?: string
}

/**
 * A button that copies a text.
 *
 * @example <CopyButton text="root-token" label="the token of root" />
 */
export function CopyButton({ text, label, title }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    try {
      await copyText(typeof text === 'string' ? text : text())
      setCopied(true)
      setTimeout(() => setCopied(false), 1500)
    } catch (error) {
      toastProblem(error)
    }
  }
  return (
    <button
      type="button"
      class={title === undefined ? 'bare copy' : 'copy'}
      title={`Copy ${label}`}
      aria-label={isCopied ? `Copied ${label}` : `Copy ${label}`}
      onClick={copy}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      {title !== undefined && <span>{title}</span>}
    </button>
  )
}

/**
 * Copies a text to the clipboard. Pages from other machines without HTTPS have no clipboard API, so the deprecated
 * command is used there.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  document.body.append(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  if (!isDone) throw new Error('The browser does not let this page copy')
}
