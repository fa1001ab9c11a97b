/** Who is in this world, and how to ask it. */
export function StartView() {
  return (
    <div class="page">
      <h1>Start</h1>
    </div>
  )
}
