package policy

import (
	"fmt"

	"overloadtui/model"
)

// registry has one line for each policy, in the order in which they are documented;
// the first of a family is its default.
var registry = []entry{
	constantDemand,
	poissonDemand,
	tiledDemand,
	rampDemand,
	stepDemand,
	sineDemand,
	burstyDemand,
	traceRatesDemand,
	traceTimesDemand,
	closedDemand,
	reconnectDemand,
	constantWork,
	exponentialWork,
	lognormalWork,
	erlangWork,
	hyperexponentialWork,
	paretoWork,
	weibullWork,
	mixtureWork,
	empiricalWork,
	loadDependentWork,
	fifoQueue,
	lifoQueue,
	bulkheadQueue,
	cellsQueue,
	shuffleQueue,
	adaptiveLIFOQueue,
	priorityQueue,
	weightedFairQueue,
	tenantFairQueue,
	edfQueue,
	codelQueue,
	codelFacebookQueue,
	concurrencyGate,
	systemLimitGate,
	priorityDoorGate,
	randomShedGate,
	tokenBucketGate,
	leakyBucketGate,
	dropOutGate,
	occupancyGate,
	predictedGate,
	queueAgeGate,
	classShareGate,
	tenantShareGate,
	aimdGate,
	gradientGate,
	vegasGate,
	fixedRetry,
	exponentialRetry,
	noRetry,
	breakerGuard,
	breakerTimeGuard,
	retryBudgetGuard,
	grpcThrottleGuard,
	retryQuotaGuard,
	adaptiveThrottleGuard,
	admissionControlGuard,
}

type entry struct {
	model.Kind
	make func(Config) any
}

// Catalog lists every policy that the engine can carry out. Callers must not change
// it.
func Catalog() model.Catalog { return catalog }

var catalog = func() model.Catalog {
	c := make(model.Catalog, len(registry))
	for i := range registry {
		c[i] = registry[i].Kind
	}
	return c
}()

// Make builds the policy that a validated scenario chose. It panics on a kind that
// is not in the catalog, which validation refuses.
func Make[P any](family model.Family, p *model.Policy, c Config) P {
	for i := range registry {
		if registry[i].Family == family && registry[i].Name == p.Kind {
			c.V, c.Rows = p.V, p.Rows
			return registry[i].make(c).(P)
		}
	}
	panic(fmt.Sprintf("policy: no %s %q", family, p.Kind))
}
