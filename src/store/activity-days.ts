/** The day on which the activity of a user was noted, and the record's own day at that time. */
export interface NotedActivity {
  readonly day: string
  readonly recorded: string | null
}

/** The part of a user that tells when the user was active. */
interface ActiveUser {
  readonly id: number
  readonly last_activity_on: string | null
}

/**
 * The days on which users were active, by their ids, beside their records: so a request that only reads changes no
 * record, and neither events nor comparisons of snapshots report it. Snapshots share the days by reference.
 */
export class ActivityDays {
  #days: ReadonlyMap<number, NotedActivity> = new Map()
  /** The same map, while no snapshot shares it. */
  #ownDays: Map<number, NotedActivity> | undefined

  /** Returns the last day on which a user was active. A later change of the record itself replaces a noted day. */
  lastOf({ id, last_activity_on }: ActiveUser): string | null {
    const noted = this.#days.get(id)
    return noted && noted.recorded === last_activity_on ? noted.day : last_activity_on
  }

  note({ id, last_activity_on }: ActiveUser, day: string): void {
    this.#ownDays ??= new Map(this.#days)
    this.#days = this.#ownDays.set(id, { day, recorded: last_activity_on })
  }

  share(): ReadonlyMap<number, NotedActivity> {
    this.#ownDays = undefined
    return this.#days
  }

  restore(days: ReadonlyMap<number, NotedActivity>): void {
    this.#ownDays = undefined
    this.#days = days
  }
}
