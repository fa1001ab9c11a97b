import { useEffect, useState } from 'preact/hooks'

/** So many milliseconds after the last letter somebody has typed what they look for. */
const pause = 150

/**
 * What is typed, once it is: what each letter would ask for anew is asked for once.
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
