/** The `d` of each path; icons are line drawings in a square of 16. */
const paths = {
  home: 'M2.5 7.5 8 3l5.5 4.5M4 6.5V13h8V6.5M6.8 13V9.5h2.4V13',
  requests: 'M2.5 4.5h9m-3-2.5 3 2.5-3 2.5M13.5 11.5h-9m3-2.5-3 2.5 3 2.5',
  delivery: 'M8 2.5v7m-3-3 3 3 3-3M2.5 9.5v3.5h11V9.5',
  world:
    'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm-6 6h12M8 2c2 1.8 2.6 3.8 2.6 6S10 12.2 8 14M8 2C6 3.8 5.400 5.800 5.400 8S6 12.200 8 14',
  project: 'M2.500 4v8.500h11V5.500H8L6.500 4Z',
  worlds: 'M8 2 14 5 8 8 2 5Zm-6 6 6 3 6-3M2 11l6 3 6-3',
  snapshot: 'M2.500 5h2.500l1-1.500h4L11 5h2.500v7.500h-11ZM8 6.700a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  clock: 'M8 2.200a5.800 5.800 0 1 0 0 11.600A5.800 5.800 0 0 0 8 2.200ZM8 5v3.200l2.200 1.300',
  fault: 'M8 2.500 14 13H2ZM8 6.500v3m0 1.700v.3',
  contract: 'M4 2.500h6l2.500 2.500v8.500H4ZM6 7h4.500M6 9.500h4.500M6 12h2.500',
  search: 'M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm3 7 3.500 3.500',
  copy: 'M6 5.500h7v8H6ZM3 10.500v-8h7',
  check: 'm3 8.500 3.200 3.200L13 4.800',
  close: 'm4 4 8 8m0-8-8 8',
  menu: 'M2.500 4.500h11M2.500 8h11M2.500 11.500h11',
  sun: 'M8 5.200a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600ZM8 1.500v1.200m0 10.600v1.200M1.500 8h1.200m10.600 0h1.200M3.400 3.400l.9.9m7.400 7.400.9.9m0-9.200-.9.9m-7.400 7.400-.9.9',
  moon: 'M13 9.800A5.600 5.600 0 0 1 6.200 3a5.600 5.600 0 1 0 6.800 6.800Z',
  user: 'M8 2.800a2.600 2.600 0 1 0 0 5.200 2.600 2.600 0 0 0 0-5.200ZM3 13.500c.4-2.600 2.500-3.700 5-3.700s4.600 1.100 5 3.700',
  replay: 'M13 8a5 5 0 1 1-1.600-3.700M13 2.500v2.800h-2.800',
  play: 'M5 3.500v9l7-4.500Z',
  pause: 'M5.500 3.500v9m5-9v9',
  plus: 'M8 3v10M3 8h10',
  trash: 'M3 4.500h10M6.500 4.500v-1.700h3v1.700M4.500 4.500l.5 9h6l.5-9',
  more: 'M3.500 8h.01M8 8h.01M12.500 8h.01',
  left: 'M10 3.500 5.500 8l4.500 4.500',
  right: 'M6 3.500 10.500 8 6 12.500',
  down: 'M3.500 6 8 10.500 12.500 6',
  link: 'M6.500 3.500h-3v9h9v-3M9 3h4v4m0-4L7.500 8.500',
  keyboard: 'M2 4.500h12v7H2ZM4.500 7h.01M7 7h.01M9.500 7h.01M11.700 7h.01M5 9.500h6',
} as const

/** The name of an icon. */
export type IconName = keyof typeof paths

/**
 * A decorative icon beside words with the same meaning.
 *
 * @example <Icon name="copy" />
 */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
