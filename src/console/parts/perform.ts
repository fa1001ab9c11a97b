import { toast, toastProblem } from './toast.tsx'

/**
 * Does something, and says what became of it.
 *
 * @param done what is said once it is done
 * @returns whether it is done
 * @example if (await perform('The issue is open', send)) close()
 */
export async function perform(done: string, act: () => unknown): Promise<boolean> {
  try {
    await act()
    toast(done)
    return true
  } catch (error) {
    toastProblem(error)
    return false
  }
}
