import { useEffect, useState } from 'preact/hooks'
import { basePaths } from '../../contract/base-paths.ts'
import { CopyButton, copyText } from '../parts/copy-button.tsx'
import { FilterField } from '../parts/filter-field.tsx'
import { Menu } from '../parts/menu.tsx'
import { toast, toastProblem } from '../parts/toast.tsx'
import { useSettled } from '../parts/use-settled.ts'
import { hasWords, wordsOf } from '../parts/words.ts'
import { findPeople, overview, type Person, people } from '../session/overview.ts'
import { prefix, worldUrl } from '../session/place.ts'

/** The number of users that fit on the page. */
const maxShown = 10

/** Shows the users who can sign in, with their tokens. */
export function People() {
  const [areAllShown, showAll] = useState(false)
  const [text, setText] = useState('')
  const searched = useSettled(text)
  useEffect(() => {
    findPeople(searched)
  }, [searched])
  const words = wordsOf(text)
  const all = people.value.filter(({ username, name }) => hasWords(`${username} ${name}`, words))
  const shown = areAllShown ? all : all.slice(0, maxShown)
  const count = overview.value?.people_count ?? 0
  const unnamed = count - people.value.length
  return (
    <section aria-label="Who is in this world">
      <h2>Who is in this world</h2>
      <p class="dim">
        A token goes into the header <code>PRIVATE-TOKEN</code>.{' '}
        <a href={`${prefix}/users/sign_in`}>The page to sign in at</a> is for applications that use
        OAuth.
      </p>
      {overview.value && count === 0 && <p>Nobody in this world has a token.</p>}
      {count > maxShown && (
        <FilterField
          label="Find people"
          placeholder="Find by name"
          value={text}
          onChange={setText}
        />
      )}
      {count > 0 && all.length === 0 && <p>Nobody here has this name.</p>}
      <ul class="rows">
        {shown.map((person) => (
          <Row key={person.username} person={person} />
        ))}
      </ul>
      {!areAllShown && all.length > maxShown && (
        <button type="button" onClick={() => showAll(true)}>
          {all.length - maxShown} others
        </button>
      )}
      {areAllShown && text === '' && unnamed > 0 && (
        <p class="dim">and {unnamed} more, found by their names</p>
      )}
    </section>
  )
}

function Row({ person }: { readonly person: Person }) {
  const { username, name, role, token } = person
  const copies = [
    { title: 'as a header', text: `PRIVATE-TOKEN: ${token}` },
    { title: 'for the environment', text: `GITLAB_URL=${worldUrl}\nGITLAB_TOKEN=${token}` },
    { title: 'as curl', text: `curl -H 'PRIVATE-TOKEN: ${token}' ${worldUrl}${basePaths.v4}/user` },
    {
      title: 'to clone with',
      text: `${location.protocol}//oauth2:${token}@${location.host}${prefix}`,
    },
  ]
  return (
    <li>
      <span class="name">
        {username} <span class="dim">{name}</span>
      </span>
      <span class="dim kind">{role}</span>
      <code class="rest">{token}</code>
      <CopyButton text={token} label={`the token of ${username}`} />
      <Menu
        title="Use"
        label={`Use the token of ${username}`}
        items={[
          ...copies.map(({ title, text }) => ({
            title: `Copy ${title}`,
            run: () => copyText(text).then(() => toast(`Copied ${title}`), toastProblem),
          })),
          { title: 'Sign in as', hint: 'in this browser', run: () => signIn(person) },
        ]}
      />
    </li>
  )
}

/** Signs this browser in like the sign-in page, so that applications with OAuth find a session. */
async function signIn({ username, token }: Person): Promise<void> {
  try {
    const response = await fetch(`${prefix}/users/sign_in`, {
      method: 'POST',
      redirect: 'manual',
      // A token with full access is accepted as a password.
      body: new URLSearchParams({ 'user[login]': username, 'user[password]': token }),
    })
    if (response.type !== 'opaqueredirect') throw new Error(`${username} could not be signed in`)
    toast(`This browser is signed in as ${username}`)
  } catch (error) {
    toastProblem(error)
  }
}
