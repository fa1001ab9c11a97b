const ascending = (numbers: readonly number[]) => [...numbers].sort((one, other) => one - other)

function quantile(numbers: readonly number[], share: number): number {
  const sorted = ascending(numbers)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}

/** How far the middle half of some numbers reaches, as a share of their median. */
export function spread(numbers: readonly number[]): number {
  return (quantile(numbers, 0.75) - quantile(numbers, 0.25)) / median(numbers)
}
