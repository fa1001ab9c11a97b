/** Styles for terminal output; without colours each function returns its text unchanged. */
export interface Colours {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
}

const plain = (text: string) => text

export const noColours: Colours = {
  bold: plain,
  dim: plain,
  red: plain,
  green: plain,
  yellow: plain,
}
