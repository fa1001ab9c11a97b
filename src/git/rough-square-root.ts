/** A power of two near the square root of a number, at most twice as large: a bound that costs nothing. */
export function roughSquareRoot(number: number): number {
  let root = 1
  for (let rest = number; rest > 0; rest >>= 2) root <<= 1
  return root
}
