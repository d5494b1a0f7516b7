/** The Window Management API, which not every browser has. */
type Screens = { currentScreen: object; screens: readonly Place[] }
type Place = { availLeft: number; availTop: number; availWidth: number; availHeight: number }
type Browser = { screen: object; getScreenDetails?: () => Promise<Screens> }

/** A second screen's place; undefined without one, without the API, or when the user does not allow it. */
export async function secondScreen(browser: Browser = window): Promise<Place | undefined> {
  // Otherwise the browser would ask for a permission that is of no use.
  if (!('isExtended' in browser.screen) || browser.screen.isExtended !== true) return undefined
  const details = await browser.getScreenDetails?.().catch(() => undefined)
  return details?.screens.find((each) => each !== details.currentScreen)
}

/** `fullscreen` is honoured where the user allowed the management of screens. */
export const windowFeatures = (place: Place | undefined): string =>
  place === undefined
    ? 'popup,width=1024,height=768'
    : `popup,fullscreen,left=${place.availLeft},top=${place.availTop},width=${place.availWidth},height=${place.availHeight}`
