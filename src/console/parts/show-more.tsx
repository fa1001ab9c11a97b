interface ShowMoreProps {
  readonly list: {
    readonly value: readonly unknown[] | undefined
    readonly isMore: boolean
    readonly isLoading: boolean
    readonly showMore: () => void
  }
  /** The plural name of the entries, such as `discussions`. */
  readonly what: string
}

/** Says that a list continues, and continues it; nothing where the whole list is shown. */
export function ShowMore({ list, what }: ShowMoreProps) {
  if (!list.isMore) return null
  return (
    <p class="show-more">
      <span class="dim">{`The first ${list.value?.length ?? 0} ${what} are shown.`}</span>{' '}
      <button type="button" disabled={list.isLoading} onClick={list.showMore}>
        {`Show more ${what}`}
      </button>
    </p>
  )
}
