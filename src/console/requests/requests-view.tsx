/** What was asked of this world. */
export function RequestsView() {
  return (
    <div class="page">
      <h1>Requests</h1>
    </div>
  )
}
