/** Makes words stand out; each function may return its text as it is. */
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
