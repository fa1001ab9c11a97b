import { toast, toastProblem } from './toast.tsx'

/**
 * Runs an action, and shows its result as a toast.
 *
 * @param done the message on success
 * @returns whether it succeeded
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
