/** Control codes but line ends and tab, marks that turn the direction of a text, and separators of lines. */
const HIDDEN = /(?!\r?\n|\t)\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/**
 * A text of somebody else as it may be printed: what would steer a terminal, reorder a line or break it
 * unseen is written as its escape.
 *
 * @example
 * visibleText('\u001b[2J') // '\\u001b[2J'
 */
export function visibleText(text: string): string {
  return text.replace(
    HIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
