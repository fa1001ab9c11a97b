import { useEffect, useState } from 'preact/hooks'

/** The delay after the last keystroke, in milliseconds. */
const pause = 150

/**
 * Debounces a text, so that a search is sent once instead of after each letter.
 *
 * @example const searched = useSettled(text)
 */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
