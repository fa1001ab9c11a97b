import { actAs, actingAs, overview, people } from '../session/overview.ts'
import { Icon } from './icon.tsx'

const groups = [
  ['administrator', 'Administrators'],
  ['user', 'Users'],
  ['external user', 'External users'],
] as const

/** The choice that leads to those who are not listed: no username has a space. */
const find = 'find another'

interface UserPickerProps {
  /** Opens what finds those of a crowd who are not listed. */
  readonly onFind: () => void
}

/** Chooses whom the console asks the API as: what a view shows is what this user may see. */
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
