using static PooledGen.PoolCheck.Tests.Sample;

namespace PooledGen.PoolCheck.Tests;

/// <summary>The report that programs read. Its members keep their names.</summary>
public class JsonReportTests
{
    [Fact]
    public void Write_AProcessWithReturnsThatWereNotWatched_CountsThem()
        => Assert.Contains(
            "\"unwatchedReturns\": 12,",
            JsonReport.Write(new CheckReport([Process() with { UnwatchedReturns = 12 }], [], Baseline.Empty)),
            StringComparison.Ordinal);

    [Fact]
    public void Write_AReport_HasStableMembers() => Assert.Equal(
        """
        {
          "version": 1,
          "processes": [
            {
              "id": 4711,
              "name": "dotnet testhost.dll",
              "state": "checked",
              "rents": 1234,
              "remarks": []
            }
          ],
          "findings": [
            {
              "rule": "not-returned",
              "place": "not-returned Net!Net.Parser.Parse < Net.Tests!Net.Tests.ListTests.Add_Twice_Grows",
              "count": 1,
              "isKnown": false,
              "isOfATest": false,
              "message": "Not returned: an array of 64 elements was rented and not returned. Return it in a \"finally\", or where its owner is disposed.",
              "pool": "ArrayPool<Byte>.Shared",
              "length": 64,
              "rented": {
                "thread": 7,
                "frames": [
                  {
                    "method": "Net.Parser.Parse(String text)",
                    "assembly": "Net",
                    "code": "library",
                    "file": "src/Net/Parser.cs",
                    "line": 14
                  },
                  {
                    "method": "Net.Tests.ListTests.Add_Twice_Grows()",
                    "assembly": "Net.Tests",
                    "code": "test",
                    "file": "tests/Net/ListTests.cs",
                    "line": 8
                  },
                  {
                    "method": "Xunit.Sdk.TestInvoker.InvokeTestMethodAsync()",
                    "assembly": "System.Private.CoreLib",
                    "code": "framework"
                  }
                ]
              }
            }
          ],
          "notes": [
            {
              "rule": "not-returned",
              "method": "System.IO.Pipelines.Pipe.Fill()",
              "count": 1
            }
          ]
        }

        """,
        JsonReport.Write(Report(NotReturned(Parse, Test, Runner), NotReturned(Pool))),
        ignoreLineEndingDifferences: true);
}
