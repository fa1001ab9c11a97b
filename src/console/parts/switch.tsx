interface SwitchProps {
  readonly isOn: boolean
  /** The accessible name of the switch. */
  readonly label: string
  readonly onChange: (isOn: boolean) => void
}

/**
 * A switch that takes effect immediately.
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
        // Shows the actual state, which changes after the action succeeded.
        const wanted = currentTarget.checked
        currentTarget.checked = isOn
        onChange(wanted)
      }}
    />
  )
}
