import { useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { toastProblem } from './toast.tsx'

interface CopyButtonProps {
  /** What is copied; a function where it is made when it is asked for. */
  readonly text: string | (() => string)
  /** What it is, for who does not see where the button stands: "the token of root". */
  readonly label: string
  /** What stands on the button beside its drawing. */
  readonly title?: string
}

/**
 * Copies a text.
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
 * Puts a text into the clipboard. Pages that are not served by this machine or over HTTPS have no clipboard:
 * there the old way is left.
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
