/**
 * Control codes but line ends and tab, marks that turn the direction of a text, separators of lines, and
 * what has no width, but for the joiner between two parts of an emoji.
 */
const HIDDEN =
  /(?!\r?\n|\t)\p{Cc}|(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d\p{Extended_Pictographic})[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu

/**
 * Makes untrusted text safe to print: characters that control a terminal, reorder a line or break it invisibly are
 * written as escapes.
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
