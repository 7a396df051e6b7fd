ALTER TABLE `customers` ADD `default_payment_method_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `stripe_dispute_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `disputed_payment_intent_id` text;--> statement-breakpoint
CREATE INDEX `subscriptions_dispute` ON `subscriptions` (`mode`,`stripe_dispute_id`) WHERE stripe_dispute_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_payment_intent` ON `payments` (`mode`,`stripe_payment_intent_id`);