/** `about 40 s left`, with what stands before it; nothing where that is not known. */
export function timeLeft(remaining: number | undefined, before: string): string {
  if (remaining === undefined) return ''
  const seconds = Math.ceil(remaining / 1000)
  return `${before}about ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`
}
