// Or else the emitted code of a consumer that is CLS-compliant would warn of every member that mentions a type of ours (CS3001).
[assembly: CLSCompliant(true)]
