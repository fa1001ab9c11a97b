/** Ends every free text that is read back: what a page, a form or an address would escape. */
export const signs = '"a" < b & c > \'d\'; 50% + 1'
