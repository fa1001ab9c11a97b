import { isUrl } from '../../shared/is-url.ts'
import type { Change } from '../../store/record-index.ts'
import type { Store } from '../../store/store.ts'
import type { TableWatcher } from '../../store/table.ts'

/** Is called with the secrets that the records of a world come to hold, and with those that they held. */
export interface SecretWatcher {
  added(secret: string): void
  /** Another record may still hold it: each is removed as often as it was added. */
  removed(secret: string): void
  /** Other records took the place of all: it is all to be read again. */
  replaced(): void
}

/** A collection whose records hold secrets. */
interface Watched<R> {
  all(): readonly R[]
  watch(watcher: TableWatcher<R>): void
}

/** Calls with each secret that the records of a world hold, and reports every change of them. */
export interface WorldSecrets {
  read(each: (secret: string) => void): void
  watch(watcher: SecretWatcher): void
}

/** The secrets of a world: tokens, passwords, and those in addresses. */
export function worldSecrets(store: Store): WorldSecrets {
  const parts = [
    secretsIn(store.credentials, ({ token, refresh_token }) => [token, refresh_token]),
    secretsIn(store.oauthApplications, ({ secret }) => [secret]),
    secretsIn(store.oauthGrants, ({ code, code_challenge }) => [code, code_challenge]),
    secretsIn(store.runners, ({ token }) => [token]),
    secretsIn(store.deployTokens, ({ token }) => [token]),
    secretsIn(store.hooks, ({ token, signing_token, url, url_variables, custom_headers }) => [
      token,
      signing_token,
      ...secretsOfUrl(url),
      ...[...url_variables, ...custom_headers].map(({ value }) => value),
    ]),
    secretsIn(store.projects, ({ runners_token, import_url }) => [
      runners_token,
      ...secretsOfUrl(import_url),
    ]),
    secretsIn(store.settings, ({ integration_a_url, integration_b_url, ...settings }) => [
      settings.runners_registration_token,
      ...secretsOfUrl(integration_a_url),
      ...secretsOfUrl(integration_b_url),
    ]),
    secretsIn(store.users, ({ password }) => [password]),
  ]
  return {
    read(each) {
      for (const part of parts) part.read(each)
    },
    watch(watcher) {
      for (const part of parts) part.watch(watcher)
    },
  }
}

function secretsIn<R>(
  collection: Watched<R>,
  held: (record: R) => readonly (string | null)[],
): WorldSecrets {
  const secretsOf = (record: R) => held(record).filter(isSecret)
  return {
    read(each) {
      for (const record of collection.all()) for (const secret of secretsOf(record)) each(secret)
    },
    watch({ added, removed, replaced }) {
      collection.watch({
        changed({ previous, next }: Change<R>) {
          const before = previous ? secretsOf(previous) : []
          const after = next ? secretsOf(next) : []
          const isSame =
            before.length === after.length && before.every((each, i) => each === after[i])
          if (isSame) return
          // Those that come are reported first: what stays in another place never goes.
          for (const secret of after) added(secret)
          for (const secret of before) removed(secret)
        },
        replaced,
      })
    },
  }
}

const isSecret = (held: string | null): held is string => held !== null && held !== ''

/** The password of an address, as it is written and as it is meant. */
function secretsOfUrl(url: string | null): string[] {
  if (!url?.includes('@') || !isUrl(url)) return []
  const { username, password } = new URL(url)
  const secret = password || username
  try {
    return [secret, decodeURIComponent(secret)]
  } catch {
    return [secret]
  }
}
