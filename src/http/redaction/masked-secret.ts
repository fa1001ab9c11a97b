/** A longer secret is no token or password that anything here takes. */
export const isPossibleSecret = ({ length }: string) => length <= 500
