// Sets the ID of the n8n installation that the nodes see.

import { Container } from '@n8n/di';
import { InstanceSettings } from 'n8n-core';

/** Sets the id of the n8n that the nodes see. */
export function setInstanceId(instanceId: string): void {
	Object.assign(Container.get(InstanceSettings), { instanceId });
}
