// The resource Account: credits, the code to enroll a device, and the removal of a device.

import { textField } from '../../input/fields';
import { endpoints } from '../../transport/endpoints';
import { noError } from '../../transport/expected';
import { writes } from '../../transport/writes';
import type { Resource } from '../operation';
import { plainRead, plainWrite } from '../plain';

const deviceField = textField('Device ID', 'deviceId', {
	required: true,
	placeholder: 'e.g. 5f1b2c3d-7f42-11e6-8a49-0680f0041fef',
	description: 'The device to remove. Signaturit has no list of them.',
});

/** The forms of these answers are not documented (docs/service.md#credits, docs/service.md#devices). */
export const account: Resource = {
	name: 'Account',
	value: 'account',
	operations: {
		getCredits: plainRead(() => endpoints.credits.left, [], {
			name: 'Get Credits',
			action: 'Get the credits that the account has left',
			description: 'Get the credits that are left; what is sent uses some of them',
			expected: () => ({ ...noError, what: 'the credits of the account' }),
		}),
		getEnrollmentCode: plainRead(() => endpoints.device.enrollmentCode, [], {
			name: 'Get Enrollment Code',
			action: 'Get the code that enrolls a device to sign on',
			description: 'Get the code with which a device joins the account, for people to sign on it',
			expected: () => ({ ...noError, what: 'the enrollment code' }),
		}),
		deleteDevice: plainWrite(writes.deleteDevice, [deviceField], {
			name: 'Delete Device',
			action: 'Delete a device that people sign on',
			description: 'Remove a device from the account, so that nobody can sign on it any more',
			give: ({ ids: [deviceId] }) => [{ json: { deviceId, deleted: true } }],
		}),
	},
};
