import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { createBrowserRouter, Link, RouterProvider } from 'react-router'
import { CurrentUserContext } from '../api/current-user.ts'
import { createQueryClient } from '../api/query.ts'
import { Card } from '../ui/Card.tsx'
import { CrashMessage } from '../ui/CrashMessage.tsx'
import { NoConnection } from '../ui/NoConnection.tsx'
import { PlainFrame } from '../ui/PlainFrame.tsx'
import { StatusPage } from '../ui/StatusPage.tsx'
import { useTitle } from '../ui/useTitle.ts'
import classes from './ComponentsPage.module.css'
import { Badges, Cards, Facts, Folds } from './Content.tsx'
import { Buttons, Choices, Dates, Fields, Filters } from './Controls.tsx'
import { Pagers, Tables } from './Lists.tsx'
import { Alerts, Dialogs, Menus } from './Messages.tsx'
import { person } from './person.ts'
import { Empty, Failed, Waiting } from './States.tsx'

/** What a page is made of. The keys name the pictures of `tests/pictures`. */
const parts: Record<string, ComponentType> = {
  Buttons,
  Fields,
  Dates,
  Choices,
  Filters,
  Cards,
  Facts,
  Folds,
  Badges,
  Tables,
  Pagers,
  Alerts,
  Dialogs,
  Menus,
  Empty,
  Failed,
}

const address = '/dev/components'

/** Components that fill the window, each at an address of its own. */
const pages: Record<string, ComponentType> = {
  'not-found': () => (
    <PlainFrame>
      <StatusPage status={404} />
    </PlainFrame>
  ),
  forbidden: () => (
    <PlainFrame>
      <StatusPage status={403} />
    </PlainFrame>
  ),
  'no-connection': () => <NoConnection onRetry={() => {}} />,
  crash: CrashMessage,
}

type ComponentsPageProps = { Measures: ComponentType }

/** Every shared component in its states. `Measures` belongs to another domain. */
export function ComponentsPage({ Measures }: ComponentsPageProps) {
  const [client] = useState(() => createQueryClient(() => {}))
  const [router] = useState(() =>
    createBrowserRouter([
      { path: address, element: <Page Measures={Measures} /> },
      ...Object.entries(pages).map(([name, Whole]) => ({ path: `${address}/${name}`, element: <Whole /> })),
    ]),
  )
  return (
    <QueryClientProvider client={client}>
      <Notifications position="bottom-right" />
      <CurrentUserContext value={person}>
        <RouterProvider router={router} />
      </CurrentUserContext>
    </QueryClientProvider>
  )
}

function Page({ Measures }: ComponentsPageProps) {
  useTitle('Components')
  return (
    <PlainFrame>
      <h1>Components</h1>
      <div className={classes.page}>
        {Object.entries({ ...parts, Measures }).map(([name, Content]) => (
          <Part key={name} name={name} of={Content} />
        ))}
        <Card title="Whole pages">
          <div className={classes.row}>
            {Object.keys(pages).map((name) => (
              <Link key={name} to={`${address}/${name}`} data-page={name}>
                {name}
              </Link>
            ))}
          </div>
        </Card>
        {/* What follows it would wait for it. */}
        <Part name="Waiting" of={Waiting} />
      </div>
    </PlainFrame>
  )
}

const Part = ({ name, of: Content }: { name: string; of: ComponentType }) => (
  <div data-picture={name.toLowerCase()}>
    <Card title={name}>
      <Content />
    </Card>
  </div>
)
