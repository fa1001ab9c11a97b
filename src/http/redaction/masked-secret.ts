/** A longer secret is no token or password that anything here takes. */
export const isKeptSecret = ({ length }: string) => length <= 500
