import type { Progress } from '../../record/index.ts'

/** Shows how far a long reading is: one line that is written over on a terminal, else a line a step. */
export interface ProgressLine {
  show(progress: Progress): void
  note(text: string): void
  /** Ends the line that is written over. */
  end(): void
}

export function createProgressLine(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  isQuiet: boolean,
): ProgressLine {
  let last = ''
  return {
    show({ reading, requests }) {
      if (isQuiet) return
      if (stream.isTTY) stream.write(`\r\u001b[KReading ${reading}: ${requests} requests`)
      else if (reading !== last) stream.write(`Reading ${reading}\n`)
      last = reading
    },
    note(text) {
      if (!isQuiet) stream.write(`${text}\n`)
    },
    end() {
      if (!isQuiet && stream.isTTY && last !== '') stream.write('\r\u001b[K')
    },
  }
}
