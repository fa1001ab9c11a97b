import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** The parts of the title of the tab, the most specific first. */
interface Shown {
  /** A record, such as an issue or a request. */
  readonly record?: string | undefined
  /** A part of a place, where no record is shown, such as the issues of a project. */
  readonly part?: string | undefined
  /** The owner of the record or the part, such as a project. */
  readonly place?: string | undefined
}

const shown = signal<Shown>({})

/** The present parts of the title; empty where only the view is known. */
export const shownTitles = computed(() => {
  const { record, part, place } = shown.value
  return [record ?? part, place].filter((one) => one !== undefined)
})

/**
 * Adds a part to the title of the tab while a component is shown.
 *
 * @param text undefined while it is unknown
 * @example useTitle('record', issue && `#${issue.iid} ${issue.title}`)
 */
export function useTitle(kind: keyof Shown, text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return
    shown.value = { ...shown.value, [kind]: text.slice(0, 200) }
    return () => {
      shown.value = { ...shown.value, [kind]: undefined }
    }
  }, [kind, text])
}
