import { common, createLowlight } from 'lowlight'

/** The syntax highlighter, which is loaded when code is first shown. It returns tokens, never HTML. */
export const highlighter = createLowlight(common)
