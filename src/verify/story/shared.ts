/** Values that are made once, by the function that makes them. */
export interface Shared {
  get<Maker extends object, T>(maker: Maker, make: () => Promise<T>): Promise<T>
}

export function createShared(): Shared {
  const values = new Map<object, Promise<unknown>>()
  return {
    get<Maker extends object, T>(maker: Maker, make: () => Promise<T>) {
      const value = values.get(maker) ?? make()
      values.set(maker, value)
      // A maker always makes the same type.
      return value as Promise<T>
    },
  }
}
