import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { giveToken, wantedToken } from '../session/control.ts'

/** Asks for the control token while the server requires one. */
export function TokenGate() {
  const wanted = wantedToken.value
  return wanted ? <TokenDialog isWrong={wanted.isWrong} /> : null
}

function TokenDialog({ isWrong }: { readonly isWrong: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      class="gate"
      aria-label="Control token"
      onCancel={(event) => event.preventDefault()}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') giveToken(text.trim())
        }}
      >
        <h2>Control token</h2>
        <p>
          This server gives control of its worlds to who has its token: that of{' '}
          <code>--control-token</code>, or of <code>FORGERY_CONTROL_TOKEN</code>. It is kept until
          this tab is closed.
        </p>
        <label>
          Control token
          <input
            type="password"
            autocomplete="off"
            value={text}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? 'gate-problem' : undefined}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        {isWrong && (
          <p id="gate-problem" class="is-wrong" role="alert">
            That is not the token of this server.
          </p>
        )}
        <button type="submit" class="is-first">
          Continue
        </button>
      </form>
    </dialog>
  )
}
