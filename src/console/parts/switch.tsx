interface SwitchProps {
  readonly isOn: boolean
  /** What is on or off, for who does not see where it stands. */
  readonly label: string
  readonly onChange: (isOn: boolean) => void
}

/**
 * Something that is on or off, and is switched at once.
 *
 * @example <Switch isOn={!fault.isOff} label="Fault 1" onChange={turn} />
 */
export function Switch({ isOn, label, onChange }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      class="switch"
      aria-label={label}
      aria-checked={isOn}
      checked={isOn}
      onChange={({ currentTarget }) => {
        // What is shown is what is so: it follows when that has changed.
        const wanted = currentTarget.checked
        currentTarget.checked = isOn
        onChange(wanted)
      }}
    />
  )
}
