/**
 * Leaves only `element` of the page: everything else can neither be seen nor reached by key. Dialogs stay, because they
 * lie beside the application's root. @returns undoes it
 */
export function isolate(element: HTMLElement): () => void {
  const hidden: HTMLElement[] = []
  const root = document.getElementById('root')
  for (let at: HTMLElement | null = element; at !== null && at !== root; at = at.parentElement) {
    for (const sibling of at.parentElement?.children ?? []) {
      if (sibling === at || !(sibling instanceof HTMLElement) || sibling.inert) continue
      sibling.inert = true
      sibling.setAttribute('data-behind-patient', '')
      hidden.push(sibling)
    }
  }
  document.documentElement.setAttribute('data-patient-mode', '')
  return () => {
    document.documentElement.removeAttribute('data-patient-mode')
    for (const each of hidden) {
      each.inert = false
      each.removeAttribute('data-behind-patient')
    }
  }
}
