import type { Colours } from '../../shared/colours.ts'

/** Returns functions that style words for a terminal; they change nothing elsewhere, or where NO_COLOR is set. */
export function coloursFor(stream: NodeJS.WriteStream): Colours {
  const isColoured = stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
  const style = (open: number, close: number) => (text: string) =>
    isColoured ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
  }
}
