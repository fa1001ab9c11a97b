import { common, createLowlight } from 'lowlight'

/** What colours code; loaded when code is first shown. It gives pieces of text, and never HTML. */
export const highlighter = createLowlight(common)
