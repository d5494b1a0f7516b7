const nameOf = (holder: string) => `fonema.page.${holder}`

/** Acquires a lock that the browser releases when the page ends, even by a crash. */
export function holdPageLock(holder: string): void {
  void navigator.locks?.request(nameOf(holder), () => new Promise(() => {}))
}

/** Whether the page is open in any tab. Without lock support every page counts as ended. */
export async function isPageAlive(holder: string): Promise<boolean> {
  const locks = await navigator.locks?.query()
  return locks?.held?.some(({ name }) => name === nameOf(holder)) ?? false
}
