import { actAs, actingAs, overview, people } from '../session/overview.ts'
import { Icon } from './icon.tsx'

const groups = [
  ['administrator', 'Administrators'],
  ['user', 'Users'],
  ['external user', 'External users'],
] as const

/** The option that opens the search for further users; usernames have no spaces. */
const find = 'find another'

interface UserPickerProps {
  /** Opens the search for users who are not listed. */
  readonly onFind: () => void
}

/** Chooses the acting user of API calls, whose permissions determine what views show. */
export function UserPicker({ onFind }: UserPickerProps) {
  const rest = (overview.value?.people_count ?? 0) - people.value.length
  return (
    <label class="user-picker" title="Whom the console asks the API as">
      <Icon name="user" />
      <span class="visually-hidden">Acting as</span>
      <select
        value={actingAs.value?.username ?? ''}
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== find) return actAs(currentTarget.value || undefined)
          currentTarget.value = actingAs.value?.username ?? ''
          onFind()
        }}
      >
        {groups.map(([role, label]) => (
          <optgroup key={role} label={label}>
            {people.value
              .filter((person) => person.role === role)
              .map(({ username }) => (
                <option key={username} value={username}>
                  {username}
                </option>
              ))}
          </optgroup>
        ))}
        <option value="">nobody</option>
        {rest > 0 && <option value={find}>{`find one of ${rest} more …`}</option>}
      </select>
    </label>
  )
}
