import { withClient } from './database-setup.ts'

/** The application before anybody is there: what ships stays, although surveys may belong to an organisation. */
export const emptyInstallation = ({ url }: { url: string }) =>
  withClient(url, (client) =>
    client.query(`create temporary table kept as select * from surveys where organization_id is null;
      truncate organizations, users, credentials, sessions cascade;
      insert into surveys select * from kept`),
  )
